// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { FileDraft } from '#ui/forms/drafts/file-draft.ts';
import { AttachField } from '#ui/forms/offline/attach-field.tsx';

afterEach(cleanup);

const empty: FileDraft = {
  files: [],
  most: 5,
  preparing: [],
  error: undefined,
  state: 'saved',
  add: async () => undefined,
  leaveOut: () => undefined,
  remove: () => undefined,
  discard: async () => undefined,
  settled: async () => [],
};

describe('The files of a form', () => {
  it('can be removed while they are being prepared', () => {
    const photo = new File(['x'], 'stuck.jpg');
    const left: File[] = [];
    render(
      <AttachField label="Photos" draft={{ ...empty, preparing: [photo], leaveOut: (file) => void left.push(file) }} />,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Remove stuck.jpg' }));
    expect(left).toEqual([photo]);
  });

  it('are picked from the rear camera by one button, and from storage by the other', () => {
    render(<AttachField label="Photos" draft={empty} />);
    const camera = screen.getByLabelText('Take a photo');
    expect([camera.getAttribute('capture'), camera.getAttribute('accept')]).toEqual(['environment', 'image/*']);
    const choice = screen.getByLabelText('Photos');
    // With `capture` a phone would offer the camera only, and no PDF.
    expect(choice.hasAttribute('capture')).toBe(false);
    expect(choice.getAttribute('accept')).toContain('application/pdf');
  });
});
