import { Link } from 'react-router-dom';
import type { HospitalRecord } from '#contract/hospital.ts';
import { paths } from '#ui/paths.ts';
import { errorWords } from '#ui/resource/engine.ts';
import { useOnlineCall } from '#ui/resource/use-online-call.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Badge } from '#ui/ui/badge.tsx';
import { Button, ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { type Column, DataTable } from '#ui/ui/data-table.tsx';
import { EmptyState } from '#ui/ui/empty-state.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { SkeletonRows } from '#ui/ui/skeleton.tsx';
import { Tile } from '#ui/ui/tile.tsx';

const numbers = new Intl.NumberFormat('en-IN');

const columns: readonly Column<HospitalRecord>[] = [
  {
    key: 'name',
    header: 'Hospital',
    wideOnCard: true,
    cell: (row) => (
      <Link
        to={paths.hospitalEdit(row.id)}
        className="inline-flex min-h-target items-center font-semibold text-primary-ink underline underline-offset-4"
      >
        {row.name}
      </Link>
    ),
  },
  { key: 'city', header: 'City', cell: (row) => `${row.city}, ${row.state}` },
  { key: 'quota', header: 'BME quota', align: 'end', cell: (row) => numbers.format(row.numberOfBME) },
  { key: 'beds', header: 'Beds', align: 'end', cell: (row) => numbers.format(row.numberOfBeds) },
  {
    key: 'state',
    header: 'Status',
    cell: (row) => <Badge tone={row.isActive ? 'ok' : 'neutral'}>{row.isActive ? 'Active' : 'Inactive'}</Badge>,
  },
];

/** The administrator's start: the hospitals of this installation at a glance. */
export function AdminDashboardScreen() {
  const { data, error, reload } = useOnlineCall('hospitals');
  return (
    <>
      <PageHeader
        title="Dashboard"
        actions={
          <>
            <ButtonLink to={paths.hospitalAdd()} variant="primary" icon="plus">
              Add Hospital
            </ButtonLink>
            <ButtonLink to={paths.imports()} icon="upload">
              Imports
            </ButtonLink>
          </>
        }
      />
      {error && (
        <div className="mb-5">
          <Alert tone="danger" action={<Button onClick={reload}>Try again</Button>}>
            {errorWords(error, 'Unknown server error')}
          </Alert>
        </div>
      )}
      {data && <Tiles hospitals={data} />}
      {(data || !error) && (
        <Card title="Hospitals" flush>
          {!data && <SkeletonRows rows={4} columns={5} />}
          {data && data.length > 0 && (
            <DataTable caption="Hospitals" columns={columns} rows={data} rowKey={(row) => row.id} />
          )}
          {data?.length === 0 && (
            <EmptyState icon="building" title="No hospital found.">
              Add the first hospital, then import its equipment.
            </EmptyState>
          )}
        </Card>
      )}
    </>
  );
}

function Tiles({ hospitals }: { hospitals: readonly HospitalRecord[] }) {
  const sum = (pick: (hospital: HospitalRecord) => number) =>
    numbers.format(hospitals.reduce((total, hospital) => total + pick(hospital), 0));
  return (
    <div className="mb-5 grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      <Tile label="Hospitals" value={numbers.format(hospitals.length)} icon="building" />
      <Tile label="Active" value={sum((hospital) => (hospital.isActive ? 1 : 0))} icon="check-circle" />
      <Tile label="BME accounts allowed" value={sum((hospital) => hospital.numberOfBME)} icon="users" />
      <Tile label="Beds" value={sum((hospital) => hospital.numberOfBeds)} icon="home" />
    </div>
  );
}
