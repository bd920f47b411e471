import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { DeviceRecord } from '#contract/records/ward.ts';
import { Checkbox } from '#ui/ui/checkbox.tsx';

interface DevicePickerProps {
  devices: readonly DeviceRecord[];
  selected: ReadonlySet<string>;
  onToggle: (id: string, isSelected: boolean) => void;
}

/** Height of a row. Units: px. */
const rowHeight = 60;
const rowsAround = 6;

/** Lets the user select devices; only visible rows are rendered, because a hospital may have 100,000. */
export function DevicePicker({ devices, selected, onToggle }: DevicePickerProps) {
  const frame = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- its answers are read here alone and handed to no memoized part
  const rows = useVirtualizer({
    count: devices.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => devices[index]?.id ?? index,
    overscan: rowsAround,
  });
  return (
    <div ref={frame} className="max-h-[min(26rem,55dvh)] overflow-y-auto overscroll-contain border-y border-line">
      <ul aria-label="Equipment" className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const device = devices[index];
          if (!device) return null;
          return (
            <li
              key={key}
              aria-setsize={devices.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0 border-b border-line px-4 hover:bg-primary-soft/40 sm:px-5"
              style={{ height: rowHeight, transform: `translateY(${start}px)` }}
            >
              <Checkbox
                checked={selected.has(device.id)}
                onChange={(event) => onToggle(device.id, event.target.checked)}
                className="[&>label]:h-[59px] [&>label]:min-w-0 [&>label>span:last-child]:min-w-0"
                label={
                  <>
                    <span className="block truncate font-semibold">{device.serialNumber}</span>
                    <span className="block truncate text-sm text-muted">
                      {[device.equipmentName, device.departmentName].filter(Boolean).join(', ')}
                    </span>
                  </>
                }
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
