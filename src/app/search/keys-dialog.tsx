import { useState } from 'react';
import { Checkbox } from '#ui/ui/checkbox.tsx';
import { Dialog } from '#ui/ui/dialog.tsx';
import { hasSingleKeys, switchSingleKeys } from './shortcut-keys.ts';

const keys: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ['/', 'Ctrl K'], does: 'Search everywhere' },
  { keys: ['?'], does: 'Show this list' },
  { keys: ['Esc'], does: 'Close a dialog, a menu or a list of suggestions' },
  { keys: ['F6'], does: 'Go to the latest message and back' },
  { keys: ['Ctrl Z'], does: 'Undo what the latest message offers to undo' },
  { keys: ['↓', '↑'], does: 'Move in menus, suggestions and search results' },
  { keys: ['←', '→'], does: 'Move between tabs and choices' },
];

/** Lists the keys of the app, with a switch for single keys. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(hasSingleKeys);
  return (
    <Dialog open title="Keyboard shortcuts" onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-3">
        {keys.map(({ keys: names, does }) => (
          <div key={does} className="contents">
            <dt className="flex flex-wrap gap-1.5">
              {names.map((name) => (
                <kbd
                  key={name}
                  className="rounded-tag border border-line-strong bg-sunken px-2 py-0.5 font-mono text-sm whitespace-nowrap"
                >
                  {name}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        label="Use / and ? as shortcuts on this tablet"
        checked={isOn}
        onChange={({ target }) => {
          switchSingleKeys(target.checked);
          setOn(target.checked);
        }}
        className="mt-5"
      />
    </Dialog>
  );
}
