import type { EquipmentDetails } from '#contract/calls/device/details.ts';
import { coverStateWords } from '#contract/rules/agreements/words.ts';
import { dayWords } from '#ui/engine/as-of.ts';
import { DeviceStatusBadge, RetiredBadge } from '#ui/work/status-badges.tsx';
import { Icon } from '#ui/ui/icons.tsx';

/** Says in one line what covers the device; a visitor learns only whether anything does. */
function coverLine({ covers, hasWarranty }: EquipmentDetails): string {
  const inForce = covers?.filter(({ state }) => state === 'in force') ?? [];
  const [first] = inForce;
  if (!first) return hasWarranty ? 'In warranty' : 'Not covered today';
  const kind = first.kind === 'Warranty' || first.kind === 'Per call' ? '' : `${first.kind} `;
  const others = inForce.length > 1 ? ` (and ${inForce.length - 1} more)` : '';
  return `${coverStateWords(first)}: ${kind}${first.number}, ends ${dayWords(first.endOn)}${others}`;
}

/** Says how the device is, and what covers it. */
export function DeviceAnswer({ sheet }: { sheet: EquipmentDetails }) {
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1">
      {sheet.retiredOn === undefined ? <DeviceStatusBadge status={sheet.status} /> : <RetiredBadge />}
      <span className="inline-flex min-w-0 items-center gap-1.5 wrap-anywhere">
        <Icon name="shield" size={18} className={sheet.hasWarranty ? 'text-ok' : 'text-muted'} />
        {coverLine(sheet)}
      </span>
    </p>
  );
}
