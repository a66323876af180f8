// A soft tap of a card on the table, made on the spot; off unless it is asked for.
import { settings } from "../lib/settings.svelte";

let context: AudioContext | null = null;

export function click(): void {
  if (!settings.sound) return;
  context ??= new AudioContext();
  const length = Math.floor(context.sampleRate * 0.06);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let index = 0; index < length; index++) data[index] = (Math.random() * 2 - 1) * (1 - index / length) ** 4;
  const filter = new BiquadFilterNode(context, { type: "lowpass", frequency: 900 });
  const gain = new GainNode(context, { gain: 0.25 });
  const source = new AudioBufferSourceNode(context, { buffer });
  source.connect(filter).connect(gain).connect(context.destination);
  source.start();
}
