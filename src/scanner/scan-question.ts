/** A scan with several possible readings. */
export interface ScanQuestion {
  readonly title: string;
  readonly explanation: string;
  readonly choices: readonly string[];
}

interface Asked {
  readonly question: ScanQuestion;
  readonly answer: (choice: string | undefined) => void;
}

let asked: Asked | undefined;
const listeners = new Set<() => void>();

function show(next: Asked | undefined): void {
  asked = next;
  for (const listener of listeners) listener();
}

/**
 * Asks a question over the current screen; resolves to the chosen text, or undefined if it was dismissed or replaced.
 */
export function askWhich(question: ScanQuestion): Promise<string | undefined> {
  dismissQuestion();
  return new Promise((resolve) => {
    const answer = (choice: string | undefined) => {
      if (asked?.answer === answer) show(undefined);
      resolve(choice);
    };
    show({ question, answer });
  });
}

/** Closes an open question because another label was scanned. */
export function dismissQuestion(): void {
  asked?.answer(undefined);
}

/** Returns the open question. */
export function currentQuestion(): Asked | undefined {
  return asked;
}

/** Calls the listener on each change of the open question. Returns a function that unsubscribes. */
export function onQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
