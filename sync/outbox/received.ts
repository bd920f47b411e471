import type { Upload } from './schema.ts';

/** Returns whether this hospital has the file; rows of an earlier shape name no hospital. */
export function isReceivedFor({ received, receivedFor }: Upload, hospitalId: string): boolean {
  return receivedFor?.includes(hospitalId) ?? received;
}
