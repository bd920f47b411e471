import { Button, IconButton } from '#ui/ui/button.tsx';
import { OrderList } from '#ui/ui/order-list.tsx';

/** A device in the walking order. */
export interface Stop {
  serialNumber: string;
  /** Equipment and location. */
  detail: string;
}

interface WalkOrderProps {
  stops: readonly Stop[];
  /** True if somebody has ordered the devices by hand; otherwise they are sorted by department, place and serial. */
  isOrdered: boolean;
  /** Moves a stop to another position; `to` counts in the list without the stop. */
  onMove: (from: number, to: number) => void;
  onRemove: (serialNumber: string) => void;
  onSortByPlace: () => void;
}

/** Edits the walking order of a template's devices. */
export function WalkOrder({ stops, isOrdered, onMove, onRemove, onSortByPlace }: WalkOrderProps) {
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-sm text-muted">
          {isOrdered
            ? 'Rounds follow this order.'
            : 'Rounds follow department, place and serial number. Move a device to set your own order.'}
        </p>
        {isOrdered && (
          <Button icon="sort-down" onClick={onSortByPlace}>
            Order by place
          </Button>
        )}
      </div>
      <OrderList
        onMove={onMove}
        items={stops.map(({ serialNumber, detail }) => ({
          id: serialNumber,
          name: serialNumber,
          content: (
            <>
              <span className="block font-mono font-bold wrap-anywhere">{serialNumber}</span>
              {detail !== '' && <span className="line-clamp-2 text-sm text-muted">{detail}</span>}
            </>
          ),
          buttons: <IconButton icon="x" label={`Remove ${serialNumber}`} onClick={() => onRemove(serialNumber)} />,
        }))}
      />
    </>
  );
}
