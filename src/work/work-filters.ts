import { technicianMe, technicianNone } from '#contract/rules/list-filter.ts';
import { useSignedIn, useView } from '#ui/engine/engine-provider.tsx';
import type { ListFilter } from '#ui/lists/list-filters.tsx';
import { inNaturalOrder } from '#contract/rules/natural-order.ts';

/** Returns a filter by the hospital's departments. */
export function useDepartmentFilter(): ListFilter {
  const names = useView((view) => [...new Set(view.all('department').map(({ name }) => name))].sort(inNaturalOrder));
  const options = names.map((name) => ({ value: name, label: name }));
  return { name: 'department', label: 'Department', all: 'All departments', options };
}

/** Returns a filter by the vendors of the hospital's devices. */
export function useVendorFilter(): ListFilter {
  const names = useView((view) =>
    [...new Set(view.all('device').flatMap(({ vendorName }) => vendorName ?? []))].sort(inNaturalOrder),
  );
  const options = names.map((name) => ({ value: name, label: name }));
  return { name: 'vendor', label: 'Vendor', all: 'All vendors', options };
}

/** Returns a filter by the hospital's engineers, the current user first, with a choice for unassigned work. */
export function useTechnicianFilter(): ListFilter {
  const { userId, userRole } = useSignedIn();
  const isEngineer = userRole === 'BME';
  const people = useView((view) => [...view.all('technician')].sort((a, b) => inNaturalOrder(a.name, b.name)));
  const me = { value: technicianMe, label: 'Assigned to me' };
  const options = [
    ...(isEngineer ? [me] : []),
    { value: technicianNone, label: 'Nobody assigned' },
    ...people.filter(({ id }) => !isEngineer || id !== userId).map(({ id, name }) => ({ value: id, label: name })),
  ];
  // Notices name the user by id, and the load of a week names people who have left.
  const other = (value: string) => (isEngineer && value === userId ? me : { value, label: 'A former engineer' });
  return { name: 'technician', label: 'Technician', all: 'All technicians', options, other };
}
