import { megabytes } from '#ui/platform/megabytes.ts';
import { type StorageRoom, useStorageRoom } from '#ui/engine/use-storage-room.ts';
import { Button } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { type Fact, FactList } from './fact-list.tsx';

function factsOf({ used, waiting, drafts, received, oldEntries, clearable }: StorageRoom): Fact[] {
  const mayGo = (bytes: number) => `${megabytes(bytes)}${clearable > 0 && bytes > 0 ? ', can be cleared' : ''}`;
  const rest = used - waiting - drafts - received - oldEntries;
  return [
    ['Photos and files to be sent', megabytes(waiting)],
    ['Drafts of forms', megabytes(drafts)],
    ['Photos and files the server has', mayGo(received)],
    ['Entries sent over a week ago', mayGo(oldEntries)],
    ...(rest > 0 ? [['Hospital data and the app', megabytes(rest)] satisfies Fact] : []),
  ];
}

/**
 * Shows what uses the app's storage on this tablet, and can delete what is no longer needed. Source: docs/product.md
 * P211.
 */
export function StorageCard() {
  const { room, clear } = useStorageRoom(false);
  if (!room) return null;
  return (
    <Card title="What takes up space">
      <FactList facts={factsOf(room)} />
      {room.clearable > 0 ? (
        <div className="mt-5 flex flex-wrap gap-3 max-sm:*:grow">
          <Button icon="trash" onClick={() => void clear()}>
            Clear {megabytes(room.clearable)}
          </Button>
        </div>
      ) : (
        <p className="mt-4 text-muted">There is nothing to clear: what is stored here is still needed.</p>
      )}
    </Card>
  );
}
