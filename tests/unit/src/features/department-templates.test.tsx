// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { drawScreen } from '#tests/support/screen.tsx';
import { deviceRecord } from '#tests/support/ward-records.ts';
import { DepartmentTemplates } from '#ui/features/round/department-templates.tsx';

afterEach(cleanup);

const names = ['ICU', 'Store', 'Theatre'];
const department = names.map((name) => ({ id: name, name }));
const device = names.map((name) => deviceRecord({ id: `in-${name}`, departmentId: name, departmentName: name }));

test('Templates for all departments at once leave out those that are cleared', async () => {
  const { engine } = drawScreen(<DepartmentTemplates />, {
    world: {
      records: { device, department: department as never },
      answers: { createDepartmentTemplates: () => ({ templates: [] }) },
    },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Preview the templates' }));
  const list = within(screen.getByRole('list', { name: 'Templates to create' }));
  fireEvent.click(list.getByText('Store'));
  fireEvent.click(list.getByText('Theatre'));
  fireEvent.click(list.getByText('Theatre'));
  fireEvent.click(screen.getByRole('button', { name: 'Create 2 templates' }));
  const sent = () => engine.called.filter(({ name }) => name === 'createDepartmentTemplates');
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.input).toMatchObject({ body: { departmentIds: ['ICU', 'Theatre'] } });
});

test('Without any department left there is nothing to create', () => {
  drawScreen(<DepartmentTemplates />, { world: { records: { device, department: department as never } } });
  fireEvent.click(screen.getByRole('button', { name: 'Preview the templates' }));
  for (const name of names) fireEvent.click(screen.getByRole('checkbox', { name }));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create 0 templates' }).disabled).toBe(true);
});
