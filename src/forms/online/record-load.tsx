import type { ReactNode } from 'react';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { SkeletonRows } from '#ui/ui/skeleton.tsx';
import { useRecordTitle } from '#ui/ui/record-title.ts';
import { errorWords } from '#ui/engine/engine.ts';
import type { OnlineCall } from '#ui/engine/use-online-call.ts';

interface RecordLoadProps<R> {
  call: OnlineCall<R | undefined>;
  /** Builds the documents' sentence for a failed load, if it includes the reason. */
  failed: (reason: string) => string;
  /** Announced while loading, for example 'Loading vendor data...'. */
  loadingLabel?: string;
  /** Number of lines in the form's skeleton. */
  rows?: number;
  children: (record: R) => ReactNode;
}

/** Returns what a record is called in the title of the window: equipment by name and serial number. */
function nameOf(record: unknown): string | undefined {
  if (typeof record !== 'object' || record === null) return undefined;
  const fields: Readonly<Record<string, unknown>> = { ...record };
  const name = fields['equipmentName'] ?? fields['name'] ?? fields['title'] ?? fields['warrantyNumber'];
  return [name, fields['serialNumber']].filter((part) => typeof part === 'string').join(' ');
}

/** Shows a form once its record has loaded; until then a skeleton, or why it cannot be loaded. */
export function RecordLoad<R>({ call, failed, loadingLabel, rows = 2, children }: RecordLoadProps<R>) {
  useRecordTitle(nameOf(call.data));
  if (call.data !== undefined) return children(call.data);
  if (call.error === null) {
    return <SkeletonRows rows={rows} columns={2} {...(loadingLabel !== undefined && { label: loadingLabel })} />;
  }
  const reason = errorWords(call.error, 'Server error');
  const said = failed(reason);
  return (
    <Alert tone="danger" action={<Button onClick={call.reload}>Try again</Button>}>
      <p>{said}</p>
      {!said.includes(reason) && <p className="text-sm">{reason}</p>}
    </Alert>
  );
}
