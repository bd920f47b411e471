import { useState } from 'react';
import { inNaturalOrder } from '#contract/rules/natural-order.ts';
import { nounOf } from '#contract/rules/counted.ts';
import type { HospitalRecord } from '#contract/calls/hospital.ts';
import { figure } from '#ui/fields/cells.tsx';
import { paths } from '#ui/paths.ts';
import { errorWords } from '#ui/engine/engine.ts';
import { useListQuery } from '#ui/lists/list-query.ts';
import { ListScreen } from '#ui/lists/list-screen.tsx';
import { localList } from '#ui/lists/list-state.ts';
import { useAsOf } from '#ui/engine/use-now.ts';
import { useOnlineAction, useOnlineCall } from '#ui/engine/use-online-call.ts';
import { Button, ButtonLink } from '#ui/ui/button.tsx';
import { ConfirmDialog } from '#ui/ui/confirm-dialog.tsx';
import type { Column } from '#ui/ui/data-table.tsx';
import { useToast } from '#ui/ui/toast.tsx';

/** A hospital with its position in the whole list. */
interface NumberedHospital extends HospitalRecord {
  number: number;
}

/**
 * Returns the text to search: name, phone, city, state and number of beds, case-insensitive. Source: docs/product.md
 * P20.
 */
function textOf({ name, phone, city, state, numberOfBeds }: HospitalRecord): string {
  return [name, phone, city, state, numberOfBeds].join('\n');
}

const by = (key: 'name' | 'city' | 'state') => (a: HospitalRecord, b: HospitalRecord) => inNaturalOrder(a[key], b[key]);
const rules = {
  textOf,
  compare: {
    name: by('name'),
    city: by('city'),
    state: by('state'),
    beds: (a: HospitalRecord, b: HospitalRecord) => a.numberOfBeds - b.numberOfBeds,
  },
};

const columns: readonly Column<NumberedHospital>[] = [
  { key: 'number', value: (row) => row.number, header: '#' },
  { key: 'name', value: (row) => row.name, header: 'Name', sortable: true, card: 'title' },
  {
    key: 'phone',
    value: (row) => row.phone,
    header: 'Phone',
    card: 'line',
    cell: (row) => <span className="whitespace-nowrap">{row.phone}</span>,
  },
  { key: 'city', value: (row) => row.city, header: 'City', sortable: true, card: 'line' },
  { key: 'state', value: (row) => row.state, header: 'State', sortable: true, card: 'line' },
  {
    key: 'beds',
    value: (row) => row.numberOfBeds,
    header: 'Number of Beds',
    sortable: true,
    align: 'end',
    card: 'line',
    cell: (row) => figure(row.numberOfBeds, nounOf(row.numberOfBeds, 'bed')),
  },
  {
    key: 'actions',
    header: 'Actions',
    card: 'more',
    className: 'as-card:mt-1',
    cell: (row) => <HospitalActs hospital={row} />,
  },
];

/** Lists all hospitals: search in the browser, edit, activate and deactivate. */
export function HospitalListScreen() {
  const query = useListQuery();
  const hospitals = useOnlineCall('hospitals');
  const asOf = useAsOf(hospitals.asOf);
  const numbered = hospitals.data?.map((hospital, index) => Object.assign({ number: index + 1 }, hospital));
  return (
    <ListScreen
      title="Hospitals"
      asOf={asOf}
      searchLabel="Search hospital..."
      actions={
        <ButtonLink to={paths.hospitalAdd()} variant="primary" icon="plus">
          Add Hospital
        </ButtonLink>
      }
      query={query}
      list={localList(numbered, query, rules, hospitals)}
      columns={columns}
      rowKey={(row) => row.id}
      rowLabel={(row) => row.name}
      rowLink={(row) => paths.hospitalEdit(row.id)}
      counted={['hospital', 'hospitals']}
      empty="No hospital found."
      emptyIcon="building"
      emptyHint="Add the first hospital, then import its equipment."
    />
  );
}

function HospitalActs({ hospital }: { hospital: HospitalRecord }) {
  const { toggle, busy } = useToggle();
  const [asking, setAsking] = useState(false);
  const { id, name, isActive } = hospital;
  const deactivate = async () => {
    await toggle(hospital, false);
    setAsking(false);
  };
  return (
    <span className="flex flex-wrap gap-2">
      <ButtonLink
        to={paths.hospitalEdit(id)}
        icon="edit"
        anchor={{ 'aria-label': `Edit ${name}` }}
        className="as-card:hidden"
      >
        Edit
      </ButtonLink>
      <ButtonLink to={paths.hospitalFirstHour(id)} anchor={{ 'aria-label': `First hour of ${name}` }}>
        First hour
      </ButtonLink>
      <Button
        icon={isActive ? 'check-circle' : 'minus'}
        aria-pressed={isActive}
        title={isActive ? `Deactivate ${name}` : `Activate ${name}`}
        onClick={() => (isActive ? setAsking(true) : void toggle(hospital, true))}
        className="min-w-30"
      >
        {isActive ? 'Active' : 'Inactive'}
      </Button>
      <ConfirmDialog
        open={asking}
        title="Deactivate hospital"
        confirmLabel="Deactivate"
        danger
        busy={busy}
        onConfirm={() => void deactivate()}
        onCancel={() => setAsking(false)}
      >
        <p>Are you sure you want to deactivate {name}?</p>
        <p className="mt-2 text-muted">
          All users of this hospital are signed out and cannot sign in until it is activated again. Unsent work stays on
          their tablets; no record is lost.
        </p>
      </ConfirmDialog>
    </span>
  );
}

/** Activates or deactivates a hospital; deactivating ends its sessions, so the toast offers Undo. */
function useToggle() {
  const toast = useToast();
  const action = useOnlineAction('toggleHospital');
  async function toggle(hospital: HospitalRecord, isActive: boolean): Promise<void> {
    try {
      await action.run({ params: { id: hospital.id }, body: { isActive } });
      toast({
        text: `${hospital.name} is now ${isActive ? 'active' : 'inactive'}.`,
        action: { label: 'Undo', onAction: () => void toggle(hospital, !isActive) },
      });
    } catch (error) {
      toast({ tone: 'danger', text: `Failed to toggle status: ${errorWords(error, 'Server error')}` });
    }
  }
  return { toggle, busy: action.busy };
}
