import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** Starts a mail server on this machine, which answers as told, and keeps the mails as they arrive. */
export async function startSmtp(answer: () => Error | null = () => null) {
  const mails: string[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => done(answer()),
    onData(stream, _session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        mails.push(Buffer.concat(parts).toString());
        done();
      });
    },
  });
  await new Promise<void>((resolve) => {
    smtp.listen(0, '127.0.0.1', resolve);
  });
  const { port } = smtp.server.address() as AddressInfo;
  return { mails, url: `smtp://127.0.0.1:${port}`, close: () => new Promise<void>((resolve) => smtp.close(resolve)) };
}

/** Returns the text of a mail without the line breaks of its encoding, and what its encoding has escaped. */
export const readableMail = (mail: string): string =>
  mail
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, code: string) => String.fromCharCode(parseInt(code, 16)));
