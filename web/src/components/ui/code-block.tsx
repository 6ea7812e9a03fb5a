import { useTranslation } from 'react-i18next';
import { CopyButton } from './copy-button.tsx';

export interface CodeBlockProps {
  code: string;
  title?: string;
}

export const CodeBlock = ({ code, title }: CodeBlockProps) => {
  const { t } = useTranslation();
  return (
    <figure className="overflow-hidden rounded-lg border border-line bg-sunken">
      <figcaption className="flex h-9 items-center justify-between border-b border-line pr-1.5 pl-3 text-xs text-muted">
        {title}
        <CopyButton value={code} label={t('copy_code')} />
      </figcaption>
      <pre
        tabIndex={0}
        aria-label={title}
        className="overflow-x-auto px-3 py-2.5 font-mono text-xs leading-5 text-fg focus-visible:-outline-offset-2"
      >
        <code>{code}</code>
      </pre>
    </figure>
  );
};
