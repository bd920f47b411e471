/** The result of one IndexedDB request. Throws: what the request failed with. */
export function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB request failed')));
  });
}

/** Resolves when a transaction has committed. Throws: why it was aborted. */
export function ended(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new Error('IndexedDB transaction aborted')),
    );
  });
}

/** Aborts a transaction that must not commit; one that has already ended stays as it is. */
export function stop(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // The transaction has already ended.
  }
}
