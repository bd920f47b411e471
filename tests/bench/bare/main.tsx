import { useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Link, Route, Routes, useParams } from 'react-router-dom';
import type { DeviceRecord } from '#contract/records/ward.ts';
import { filesAddress, devicesAddress, shownRows } from './addresses.ts';

/**
 * A minimal offline list: React and React Router, and a service worker that caches the files and the last answer. No
 * session, no outbox, no other screen, no styles.
 */
function App() {
  const [devices, setDevices] = useState<readonly DeviceRecord[]>([]);
  useEffect(() => {
    void fetch(devicesAddress)
      .then((answer) => answer.json() as Promise<DeviceRecord[]>)
      .then(setDevices);
  }, []);
  return (
    <BrowserRouter>
      <Routes>
        <Route path="/" element={<List devices={devices} />} />
        <Route path="/device/:serial" element={<Device devices={devices} />} />
      </Routes>
    </BrowserRouter>
  );
}

const textOf = (device: DeviceRecord) =>
  [device.serialNumber, device.equipmentName, device.makeName, device.modelName, device.departmentName, device.location]
    .join('\n')
    .toLowerCase();

function List({ devices }: { devices: readonly DeviceRecord[] }) {
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

function Device({ devices }: { devices: readonly DeviceRecord[] }) {
  const { serial } = useParams();
  return <h1>{devices.find(({ serialNumber }) => serialNumber === serial)?.equipmentName}</h1>;
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
void navigator.serviceWorker.register(`/worker.js?files=${encodeURIComponent(filesAddress)}`);
