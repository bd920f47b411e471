// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { pageItems, Pagination } from '#ui/ui/pagination.tsx';

afterEach(cleanup);

function setup(page: number, totalPages: number) {
  const onPage = vi.fn<(page: number) => void>();
  render(<Pagination page={page} totalPages={totalPages} onPage={onPage} />);
  const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
  return { onPage, button };
}

describe('the pages of a list', () => {
  it.each([
    { page: 1, total: 2, items: [1, 2] },
    { page: 1, total: 10, items: [1, 2, 3, 'gap', 10] },
    { page: 4, total: 10, items: [1, 2, 3, 4, 5, 6, 'gap', 10] },
    { page: 5, total: 10, items: [1, 'gap', 3, 4, 5, 6, 7, 'gap', 10] },
    { page: 10, total: 10, items: [1, 'gap', 8, 9, 10] },
  ])('on page $page of $total are the first, the last and two on each side', ({ page, total, items }) => {
    expect(pageItems(page, total)).toEqual(items);
  });

  it('are hidden if there is only one', () => {
    setup(1, 1);
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  it('are a navigation landmark that marks the current page', () => {
    const { button } = setup(5, 10);
    expect(screen.getByRole('navigation', { name: 'Pagination' })).toBeTruthy();
    expect(button('5').getAttribute('aria-current')).toBe('page');
  });

  it('are selected by number, Previous and Next', () => {
    const { onPage, button } = setup(5, 10);
    fireEvent.click(button('7'));
    fireEvent.click(button('Previous'));
    fireEvent.click(button('Next'));
    expect(onPage.mock.calls).toEqual([[7], [4], [6]]);
  });

  it('are not requested again if already shown', () => {
    const { onPage, button } = setup(5, 10);
    fireEvent.click(button('5'));
    expect(onPage).not.toHaveBeenCalled();
  });

  it('disable Previous on the first and Next on the last', () => {
    const first = setup(1, 3);
    expect(first.button('Previous').disabled).toBe(true);
    cleanup();
    const last = setup(3, 3);
    expect(last.button('Next').disabled).toBe(true);
  });
});
