import { flexRender, getCoreRowModel, useReactTable } from '@tanstack/react-table';
import type { ColumnDef, Row, RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { cn } from '../lib/class-names.ts';
import { Skeleton } from './ui/skeleton.tsx';

declare module '@tanstack/react-table' {
  // The names of the parameters are the library's.
  // eslint-disable-next-line @typescript-eslint/no-unused-vars
  interface ColumnMeta<TData extends RowData, TValue> {
    /** Width and, for secondary columns, from which screen on they are shown. */
    className?: string;
  }
}

export interface DataTableProps<T> {
  label: string;
  columns: ColumnDef<T, never>[];
  rows: readonly T[] | undefined;
  rowId: (row: T) => string;
  /** While the next page loads the current one stays, dimmed. */
  stale?: boolean;
  onRowClick?: (row: T) => void;
  onRowHover?: (row: T) => void;
  empty?: ReactNode;
  footer?: ReactNode;
}

const SKELETON_ROWS = 8;

export const DataTable = <T,>({
  label,
  columns,
  rows,
  rowId,
  stale,
  empty,
  footer,
  ...on
}: DataTableProps<T>) => {
  // eslint-disable-next-line react-hooks/incompatible-library -- the compiler is not used
  const table = useReactTable<T>({
    data: rows as T[],
    columns: columns as ColumnDef<T, unknown>[],
    getRowId: rowId,
    getCoreRowModel: getCoreRowModel(),
    enableSorting: false,
    ...(rows ? {} : { data: [] as T[] }),
  });
  if (rows?.length === 0 && empty) return <div className="rounded-lg border border-line">{empty}</div>;
  return (
    <div className="overflow-hidden rounded-lg border border-line">
      <div className="overflow-x-auto">
        <table
          className="w-full table-fixed border-collapse text-sm"
          aria-label={label}
          aria-busy={!rows || stale}
        >
          <thead>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id} className="border-b border-line bg-sunken">
                {group.headers.map((header) => (
                  <th
                    key={header.id}
                    scope="col"
                    className={cn(
                      'h-9 px-3 text-left text-xs font-medium text-muted first:pl-4 last:pr-4',
                      header.column.columnDef.meta?.className,
                    )}
                  >
                    {flexRender(header.column.columnDef.header, header.getContext())}
                  </th>
                ))}
              </tr>
            ))}
          </thead>
          <tbody
            className={cn('divide-y divide-line transition-opacity duration-150', stale && 'opacity-60')}
          >
            {rows
              ? table.getRowModel().rows.map((row) => <TableRow key={row.id} row={row} {...on} />)
              : Array.from({ length: SKELETON_ROWS }, (_, index) => (
                  <SkeletonRow key={index} columns={columns} />
                ))}
          </tbody>
        </table>
      </div>
      {footer}
    </div>
  );
};

type TableRowProps<T> = Pick<DataTableProps<T>, 'onRowClick' | 'onRowHover'> & { row: Row<T> };

const TableRow = <T,>({ row, onRowClick, onRowHover }: TableRowProps<T>) => (
  <tr
    className={cn('group h-13', onRowClick && 'cursor-pointer transition-colors duration-100 hover:bg-hover')}
    onClick={onRowClick && (() => onRowClick(row.original))}
    onMouseEnter={onRowHover && (() => onRowHover(row.original))}
  >
    {row.getVisibleCells().map((cell) => (
      <td
        key={cell.id}
        className={cn(
          'truncate px-3 text-muted tabular-nums first:pl-4 last:pr-4',
          cell.column.columnDef.meta?.className,
        )}
      >
        {flexRender(cell.column.columnDef.cell, cell.getContext())}
      </td>
    ))}
  </tr>
);

const SkeletonRow = <T,>({ columns }: { columns: ColumnDef<T, never>[] }) => (
  <tr className="h-13">
    {columns.map((column, index) => (
      <td key={index} className={cn('px-3 first:pl-4 last:pr-4', column.meta?.className)}>
        <Skeleton className={index === 0 ? 'h-4 w-3/5' : 'h-3.5 w-2/5'} />
      </td>
    ))}
  </tr>
);
