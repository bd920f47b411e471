import type { TransportAnswer } from '#sync/ports.ts';

/** An answer as it comes over the wire. */
export interface WireAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The answer as a transport gives it. */
export function toTransportAnswer({ status, headers, body }: WireAnswer): TransportAnswer {
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return {
    status,
    header: (name) => byName.get(name.toLowerCase()) ?? null,
    text: async () => body,
    stream: () => new Response(body).body,
  };
}
