/** A scan that can be read in several ways. */
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

/** Shows a question over the current screen; resolves to the chosen text, or undefined when it was dismissed or replaced. */
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

/** Closes the question, if there is one: another label was scanned. */
export function dismissQuestion(): void {
  asked?.answer(undefined);
}

/** Returns the question that waits for an answer. */
export function currentQuestion(): Asked | undefined {
  return asked;
}

/** Calls the listener at each change of the current question, until the returned function is called. */
export function onQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
