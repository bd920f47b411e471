import type { WarrantyRow } from '#contract/calls/warranty.ts';
import { Dialog } from '#ui/ui/dialog.tsx';

/** Lists the serial numbers that a warranty covers. */
export function SerialsDialog({ warranty, onClose }: { warranty: WarrantyRow | null; onClose: () => void }) {
  return (
    <Dialog open={warranty !== null} title="Serial Numbers" onClose={onClose}>
      {warranty && (
        <>
          <p className="mb-3 text-muted wrap-anywhere">
            {warranty.warrantyNumber}, {warranty.equipmentName}
          </p>
          {warranty.serialNumbers.length === 0 ? (
            <p>No serial numbers.</p>
          ) : (
            <ul className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
              {warranty.serialNumbers.map((serial) => (
                <li key={serial} className="py-1 font-mono wrap-anywhere">
                  {serial}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Dialog>
  );
}
