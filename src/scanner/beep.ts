/** The sound for a label that was accepted, or one that needs a question. */
export type Beep = 'taken' | 'asked';

/** Units: Hz. */
const pitch: Record<Beep, number> = { taken: 1_760, asked: 440 };
/** Units: seconds. */
const lengths: Record<Beep, number> = { taken: 0.09, asked: 0.25 };
/** Loud enough for a ward and no louder; a fraction of full volume. */
const volume = 0.2;

let context: AudioContext | undefined;

/**
 * Beeps like a handheld scanner, so that the user can keep looking at the label; silent if the browser plays no sound.
 */
export function beep(kind: Beep): void {
  try {
    context ??= new AudioContext();
    void context.resume().catch(() => undefined);
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.frequency.value = pitch[kind];
    gain.gain.value = volume;
    tone.connect(gain).connect(context.destination);
    tone.start();
    tone.stop(context.currentTime + lengths[kind]);
  } catch {
    // Without sound, the dialog still shows what was read.
  }
}
