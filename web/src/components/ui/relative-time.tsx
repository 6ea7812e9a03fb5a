import { useTranslation } from 'react-i18next';
import { exactTime, relativeTime } from '../../lib/time.ts';
import { Tooltip } from './tooltip.tsx';

export const RelativeTime = ({ at }: { at: Date }) => {
  const { i18n } = useTranslation();
  return (
    <Tooltip content={exactTime(at, i18n.language)}>
      <time dateTime={at.toISOString()} className="whitespace-nowrap tabular-nums">
        {relativeTime(at, i18n.language)}
      </time>
    </Tooltip>
  );
};
