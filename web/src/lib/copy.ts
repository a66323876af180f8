// Text for the clipboard, also over plain HTTP: in the local network the page is no secure context, and the clipboard's own
// interface is then not there at all.

/** Whether it could be done; if not, the text has to be shown, for copying by hand. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyMarked(text);
  }
}

/** The old way: mark the text in a field out of sight, and let the browser copy what is marked. */
function copyMarked(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true; // no keyboard comes up on a phone
  field.className = "visually-hidden";
  (focused?.closest("dialog") ?? document.body).append(field); // beside an open dialog nothing can be marked
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
