import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

export interface TabItem {
  id: string;
  label: string;
  content: ReactNode;
}

export const Tabs = ({ items, label }: { items: readonly TabItem[]; label: string }) => (
  <Radix.Root defaultValue={items[0]?.id}>
    <Radix.List aria-label={label} className="mb-3 flex gap-4 border-b border-line">
      {items.map((item) => (
        <Radix.Trigger
          key={item.id}
          value={item.id}
          className="-mb-px border-b-2 border-transparent pb-2 text-sm font-medium text-muted hover:text-fg data-[state=active]:border-accent data-[state=active]:text-fg"
        >
          {item.label}
        </Radix.Trigger>
      ))}
    </Radix.List>
    {items.map((item) => (
      <Radix.Content key={item.id} value={item.id}>
        {item.content}
      </Radix.Content>
    ))}
  </Radix.Root>
);
