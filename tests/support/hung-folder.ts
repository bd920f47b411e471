import { execFileSync } from 'node:child_process';
import { constants, mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { placeOfFile } from '#server/files/file-store.ts';

/**
 * Makes files of a server's folder hang like a network disk that is gone: each is a pipe without a writer, so that
 * opening it to read takes one of Node's threads until `letGo`.
 */
export function createHungFolder(dataDir: string) {
  const pipes: string[] = [];
  const writers: FileHandle[] = [];
  return {
    async hang(hospitalId: string, sha256: string): Promise<void> {
      const pipe = path.join(dataDir, 'files', placeOfFile(hospitalId, sha256));
      await mkdir(path.dirname(pipe), { recursive: true });
      execFileSync('mkfifo', [pipe]);
      pipes.push(pipe);
    },
    /** Resolves once every file is being read; its reader then waits for the first byte. Rejects while one is not. */
    async expectRead(): Promise<void> {
      for (const pipe of pipes.slice(writers.length)) {
        writers.push(await open(pipe, constants.O_WRONLY | constants.O_NONBLOCK));
      }
    },
    /** Ends the waits, without which a server cannot end its threads: those that read get an empty file, later ones none. */
    async letGo(): Promise<void> {
      for (const pipe of pipes) {
        const writer = await open(pipe, 'r+');
        await rm(pipe);
        await writer.close();
      }
      for (const writer of writers) await writer.close();
    },
  };
}
