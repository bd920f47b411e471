// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ScanDialog } from '#ui/scanner/scan-dialog.tsx';
import { drawScreen } from '#tests/support/screen.tsx';

afterEach(cleanup);

test('a typed serial number is submitted from within a form, where browsers fire no submit event', async () => {
  const onScan = vi.fn(() => null);
  drawScreen(
    <form aria-label="Service request">
      <ScanDialog open onClose={() => undefined} onScan={onScan} />
    </form>,
  );
  expect(screen.getByRole('form')).not.toContain(screen.getByRole('dialog'));
  fireEvent.change(screen.getByLabelText('Serial number'), { target: { value: 'DEV-014' } });
  fireEvent.submit(screen.getByLabelText('Serial number'));
  expect(onScan).toHaveBeenCalledWith(expect.objectContaining({ serialNumber: 'DEV-014' }));
});
