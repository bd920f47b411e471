import { technicianMe, technicianNone } from '#contract/rules/list-filter.ts';
import { useSignedIn, useView } from '#ui/engine/engine-provider.tsx';
import type { ListFilter } from '#ui/lists/list-filters.tsx';
import { inNaturalOrder } from '#contract/rules/natural-order.ts';

/** The departments of the hospital, as a filter by name. */
export function useDepartmentFilter(): ListFilter {
  const names = useView((view) => [...new Set(view.all('department').map(({ name }) => name))].sort(inNaturalOrder));
  const options = names.map((name) => ({ value: name, label: name }));
  return { name: 'department', label: 'Department', all: 'All departments', options };
}

/** The vendors of the hospital's devices, as a filter by name. */
export function useVendorFilter(): ListFilter {
  const names = useView((view) =>
    [...new Set(view.all('device').flatMap(({ vendorName }) => vendorName ?? []))].sort(inNaturalOrder),
  );
  const options = names.map((name) => ({ value: name, label: name }));
  return { name: 'vendor', label: 'Vendor', all: 'All vendors', options };
}

/** The engineers of the hospital, oneself first, and nobody. */
export function useTechnicianFilter(): ListFilter {
  const { userId, userRole } = useSignedIn();
  const isEngineer = userRole === 'BME';
  const people = useView((view) => [...view.all('technician')].sort((a, b) => inNaturalOrder(a.name, b.name)));
  const options = [
    ...(isEngineer ? [{ value: technicianMe, label: 'Assigned to me' }] : []),
    { value: technicianNone, label: 'Nobody assigned' },
    ...people.filter(({ id }) => !isEngineer || id !== userId).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return { name: 'technician', label: 'Technician', all: 'All technicians', options };
}
