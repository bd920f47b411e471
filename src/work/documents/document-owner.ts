/** A record with documents, and the calls that change them. */
export interface DocumentOwner {
  id: string;
  /** The owner's noun in sentences. */
  word: 'device' | 'contract';
  /** What can be added, shown while there are no documents. */
  hint: string;
  add: 'addDocument' | 'addContractDocument';
  remove: 'removeDocument' | 'removeContractDocument';
  restore: 'restoreDocument' | 'restoreContractDocument';
}

/** Returns a device as the owner of documents. Source: docs/product.md P31. */
export const deviceWithDocuments = (id: string): DocumentOwner => ({
  id,
  word: 'device',
  hint: 'Add the user manual, the installation report or a certificate of this device.',
  add: 'addDocument',
  remove: 'removeDocument',
  restore: 'restoreDocument',
});

/** Returns a warranty or contract as the owner of documents. Source: docs/product.md P138. */
export const agreementWithDocuments = (id: string): DocumentOwner => ({
  id,
  word: 'contract',
  hint: 'Add the signed agreement, the purchase order or the service terms.',
  add: 'addContractDocument',
  remove: 'removeContractDocument',
  restore: 'restoreContractDocument',
});
