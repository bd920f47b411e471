import { once } from 'node:events';
import { Readable, type Duplex } from 'node:stream';
import type pg from 'pg';

/** What the driver's connection offers while a COPY runs and its types leave out. */
interface CopyConnection {
  stream: Duplex;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

/** Row count of the tag that ends a COPY, such as `COPY 12`. */
const rowsOf = (tag: { text: string }): number => Number(/^COPY (\d+)/.exec(tag.text)?.[1] ?? Number.NaN);

/** Runs `COPY … TO STDOUT`: a stream of its bytes, which holds the server back when the reader is slow, and then its rows. */
export function copyOut(client: pg.ClientBase, statement: string): { bytes: Readable; rows: Promise<number> } {
  let resume: () => void = () => undefined;
  const bytes = new Readable({ read: () => resume() });
  const rows = new Promise<number>((resolve, reject) => {
    client.query({
      submit(connection: pg.Connection) {
        resume = () => connection.stream.resume();
        connection.query(statement);
      },
      handleCopyData({ chunk }: { chunk: Buffer }, connection: CopyConnection) {
        // The driver reads the next bytes into the same memory.
        if (!bytes.push(Buffer.from(chunk))) connection.stream.pause();
      },
      handleCommandComplete(tag: { text: string }) {
        bytes.push(null);
        resolve(rowsOf(tag));
      },
      handleError(error: Error) {
        bytes.destroy(error);
        reject(error);
      },
      handleReadyForQuery: () => undefined,
    });
  });
  // The reader of the bytes is told of a fault too; it need not be told twice.
  rows.catch(() => undefined);
  return { bytes, rows };
}

/** Runs `COPY … FROM STDIN` with the bytes of a source and gives the number of rows. */
export function copyIn(client: pg.ClientBase, statement: string, source: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => {
    let failed = false;
    const send = async (connection: CopyConnection): Promise<void> => {
      try {
        for await (const chunk of source) {
          if (failed) return;
          connection.sendCopyFromChunk(chunk);
          if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
        }
        connection.endCopyFrom();
      } catch (error) {
        if (!failed) connection.sendCopyFail('the backup cannot be read');
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    };
    client.query({
      submit: (connection: pg.Connection) => connection.query(statement),
      handleCopyInResponse: (connection: CopyConnection) => void send(connection),
      handleCommandComplete: (tag: { text: string }) => resolve(rowsOf(tag)),
      handleError(error: Error) {
        failed = true;
        reject(error);
      },
      handleReadyForQuery: () => undefined,
    });
  });
}
