import { mount } from "svelte";

import App from "./App.svelte";
import "./styles.css";

const target = document.getElementById("app");
if (!target) throw new Error("no #app in the page");
mount(App, { target });

if ("serviceWorker" in navigator && import.meta.env.PROD) {
  // a browser that forbids it (a private window, plain HTTP in the local network) shows the page all the same
  navigator.serviceWorker.register("/worker.js").catch(() => undefined);
}
