import { memo, useCallback, useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Link, Route, Routes, useParams } from 'react-router-dom';
import type { DeviceRecord } from '#contract/records/ward.ts';
import { filesAddress, devicesAddress, roundRows, shownRows } from './addresses.ts';

/**
 * A minimal offline app: React and React Router, and a service worker that caches the files and the last answer. Its
 * sign-in signs nobody in, its round keeps nothing: no session, no outbox, no styles.
 */
function App() {
  return (
    <BrowserRouter>
      <Routes>
        <Route path="/" element={<List />} />
        <Route path="/device/:serial" element={<Device />} />
        <Route path="/round" element={<Round />} />
        <Route path="/login" element={<SignIn />} />
      </Routes>
    </BrowserRouter>
  );
}

function useDevices(): readonly DeviceRecord[] {
  const [devices, setDevices] = useState<readonly DeviceRecord[]>([]);
  useEffect(() => {
    void fetch(devicesAddress)
      .then((answer) => answer.json() as Promise<DeviceRecord[]>)
      .then(setDevices);
  }, []);
  return devices;
}

const textOf = (device: DeviceRecord) =>
  [device.serialNumber, device.equipmentName, device.makeName, device.modelName, device.departmentName, device.location]
    .join('\n')
    .toLowerCase();

function List() {
  const devices = useDevices();
  const [search, setSearch] = useState('');
  const found = useMemo(() => {
    const sought = search.toLowerCase();
    const hits = sought === '' ? devices : devices.filter((device) => textOf(device).includes(sought));
    return hits.toSorted((a, b) => (a.serialNumber < b.serialNumber ? -1 : 1));
  }, [devices, search]);
  return (
    <main>
      <h1>Devices</h1>
      <input aria-label="Search" type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
      <p>{found.length} devices</p>
      <table>
        <thead>
          <tr>
            {['Serial', 'Equipment', 'Make', 'Model', 'Department', 'Location', 'Status'].map((head) => (
              <th key={head}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {found.slice(0, shownRows).map((device) => (
            <tr key={device.id}>
              <td>
                <Link to={`/device/${device.serialNumber}`}>{device.serialNumber}</Link>
              </td>
              <td>{device.equipmentName}</td>
              <td>{device.makeName}</td>
              <td>{device.modelName}</td>
              <td>{device.departmentName}</td>
              <td>{device.location}</td>
              <td>{device.latest?.status}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </main>
  );
}

function Device() {
  const { serial } = useParams();
  const device = useDevices().find(({ serialNumber }) => serialNumber === serial);
  return (
    <h1>
      {device?.equipmentName} {device?.serialNumber}
    </h1>
  );
}

const answers = ['Operational', 'Needs Attention', 'Not Working'];

function Round() {
  const devices = useDevices();
  const [answered, setAnswered] = useState<Readonly<Record<string, string>>>({});
  const shown = useMemo(
    () => devices.toSorted((a, b) => (a.serialNumber < b.serialNumber ? -1 : 1)).slice(0, roundRows),
    [devices],
  );
  const answer = useCallback(
    (serial: string, status: string) => setAnswered((before) => ({ ...before, [serial]: status })),
    [],
  );
  return (
    <main>
      <p>{Object.keys(answered).length} answered</p>
      <table>
        <tbody>
          {shown.map((device) => (
            <Row key={device.id} device={device} status={answered[device.serialNumber]} answer={answer} />
          ))}
        </tbody>
      </table>
    </main>
  );
}

interface RowProps {
  device: DeviceRecord;
  status: string | undefined;
  answer: (serial: string, status: string) => void;
}

const Row = memo(function Row({ device, status, answer }: RowProps) {
  return (
    <tr aria-label={device.serialNumber}>
      <th>{device.serialNumber}</th>
      <td>{device.equipmentName}</td>
      {answers.map((each) => (
        <td key={each}>
          <label>
            <input
              type="radio"
              name={device.serialNumber}
              value={each}
              checked={status === each}
              onChange={() => answer(device.serialNumber, each)}
            />
            {each}
          </label>
        </td>
      ))}
    </tr>
  );
});

function SignIn() {
  return (
    <form>
      <h1>Sign in</h1>
      <label>
        Email <input type="email" />
      </label>
      <label>
        Password <input type="password" />
      </label>
      <button type="button">Sign in</button>
    </form>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
void navigator.serviceWorker.register(`/worker.js?files=${encodeURIComponent(filesAddress)}`);
