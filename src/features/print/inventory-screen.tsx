import { inventoryPaper } from '#contract/pages/papers/inventory.ts';
import { inNaturalOrder } from '#contract/rules/natural-order.ts';
import { useDepartmentFilter } from '#ui/work/work-filters.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useToday } from '#ui/engine/use-now.ts';
import { chosen, type ListFilter, ListFilters } from '#ui/lists/list-filters.tsx';
import { useListQuery } from '#ui/lists/list-query.ts';
import { paths } from '#ui/paths.ts';
import { PaperFrame } from './paper-frame.tsx';

/** Lists the devices in use by department: all of them, or one department or equipment type. */
export function InventoryPaperScreen() {
  const query = useListQuery();
  const today = useToday();
  const filters = [useDepartmentFilter(), useTypeFilter()];
  const [department = '', type = ''] = filters.map((filter) => chosen(query, filter));
  const paper = useView(
    (view) => (view.ready ? inventoryPaper(view.all('device'), { department, type }, today) : undefined),
    [department, type, today],
  );
  return (
    <PaperFrame
      title="Inventory by Department"
      back={{ to: paths.devices(), label: 'Installation Base' }}
      paper={paper}
    >
      <div className="flex flex-wrap items-end gap-3">
        <ListFilters query={query} filters={filters} />
      </div>
    </PaperFrame>
  );
}

/** Filters by the equipment types that the hospital has. */
function useTypeFilter(): ListFilter {
  const names = useView((view) =>
    [...new Set(view.all('device').map(({ equipmentName }) => equipmentName))].sort(inNaturalOrder),
  );
  const options = names.map((name) => ({ value: name, label: name }));
  return { name: 'type', label: 'Equipment', all: 'All equipment', options };
}
