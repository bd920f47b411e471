import { useState } from 'react';
import type { EquipmentDetails } from '#contract/installation-base.ts';
import { errorWords } from '#ui/resource/engine.ts';
import { useEngine } from '#ui/resource/engine-provider.tsx';
import { saveFile } from '#ui/resource/save-file.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { EmptyState } from '#ui/ui/empty-state.tsx';
import { Icon } from '#ui/ui/icons.tsx';

type DeviceDocument = EquipmentDetails['documents'][number];

function sizeWords(sizeBytes: number): string {
  const kilobytes = sizeBytes / 1024;
  return kilobytes < 1024 ? `${Math.max(1, Math.round(kilobytes))} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}

/** The files of a device; those that wait on this device open without network. */
export function DocumentList({ documents, canOpen }: { documents: readonly DeviceDocument[]; canOpen: boolean }) {
  const engine = useEngine();
  const [problem, setProblem] = useState<string>();
  const open = async ({ sha256, mime, name }: DeviceDocument) => {
    setProblem(undefined);
    try {
      const local = await engine.localFile(sha256);
      const bytes = local
        ? new Blob([local], { type: mime })
        : await engine.download('getAttachment', { params: { sha256 } });
      saveFile(bytes, name || sha256);
    } catch (error) {
      setProblem(errorWords(error, 'The file could not be loaded.'));
    }
  };
  if (documents.length === 0) {
    return (
      <Card>
        <EmptyState icon="file" title="No documents found.">
          {canOpen && 'Service reports appear here when a task is closed with a photo or PDF.'}
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card flush>
      {problem !== undefined && <Alert tone="danger">{problem}</Alert>}
      <ul>
        {documents.map((document) => (
          <li key={document.sha256} className="flex items-center gap-3 border-b border-line px-4 py-2 last:border-0">
            <Icon name="file" className="text-primary" />
            <span className="min-w-0 flex-1 wrap-anywhere">{document.name || 'File'}</span>
            <span className="text-sm text-muted tabular-nums">{sizeWords(document.size)}</span>
            {canOpen && (
              <Button variant="ghost" icon="download" onClick={() => void open(document)}>
                Download
              </Button>
            )}
          </li>
        ))}
      </ul>
      {!canOpen && <p className="border-t border-line px-4 py-3 text-sm text-muted">Sign in to open the files.</p>}
    </Card>
  );
}
