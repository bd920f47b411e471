import { createTransport } from 'nodemailer';
import { Refused } from './errors.ts';

/** A mail server, the sender, and the address of the app for links. */
export interface MailSettings {
  smtpUrl: string;
  from: string;
  publicUrl: string;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same for every attempt, so that a mailbox can drop a duplicate. */
  messageId: string;
  /** The address to which a mail program posts when its user unsubscribes (RFC 8058). */
  stopUrl?: string;
}

/** Sends mails. */
export interface Mailer {
  publicUrl: string;
  /** Throws: Refused if another attempt would be refused too, any other error if it may succeed later. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** Longest time without progress in each phase of a connection. Units: milliseconds. */
const phaseMs = 10_000;
/** Deadline for one mail, whatever the mail server does; shorter than the pause before the next attempt. */
const mailMs = 45_000;

/** Opens a mailer on an SMTP server; each mail has its own connection with a deadline. */
export function createMailer({ smtpUrl, from, publicUrl }: MailSettings, deadlineMs = mailMs): Mailer {
  const open = new Set<() => void>();
  return {
    publicUrl,
    async send({ stopUrl, ...mail }) {
      const timeouts = { connectionTimeout: phaseMs, greetingTimeout: phaseMs, socketTimeout: phaseMs };
      const transport = createTransport({ url: smtpUrl, ...timeouts, disableFileAccess: true, disableUrlAccess: true });
      let end = (): void => undefined;
      const ended = new Promise<never>((_resolve, reject) => {
        end = () => reject(new Error('The mail server did not answer in time.'));
      });
      const timer = setTimeout(end, deadlineMs);
      open.add(end);
      try {
        await Promise.race([transport.sendMail({ from, ...mail, headers: headersOf(stopUrl) }), ended]);
      } catch (error) {
        throw isRefusal(error) ? new Refused(error.message) : error;
      } finally {
        clearTimeout(timer);
        open.delete(end);
        transport.close();
      }
    },
    close() {
      for (const end of open) end();
    },
  };
}

function headersOf(stopUrl: string | undefined): Record<string, string> {
  const automatic = { 'Auto-Submitted': 'auto-generated' };
  if (stopUrl === undefined) return automatic;
  return { ...automatic, 'List-Unsubscribe': `<${stopUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** Returns whether an error is a 5xx reply to this mail, other than to the login. */
function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false;
  return Number(error.responseCode) >= 500 && error.code !== 'EAUTH';
}
