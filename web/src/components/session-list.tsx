import { Monitor } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from './ui/badge.tsx';
import { Button } from './ui/button.tsx';
import { RelativeTime } from './ui/relative-time.tsx';

/** The part of the kit's session that is shown. */
export interface ShownSession {
  id: string;
  createdAt: Date;
  lastUsedAt?: Date;
  isCurrentSession: boolean;
  isImpersonation: boolean;
  geoInfo?: { ip?: string; cityName?: string | null; countryCode?: string | null };
}

export interface SessionListProps {
  sessions: readonly ShownSession[];
  words: {
    current: string;
    impersonation?: string;
    unknownPlace: string;
    started: string;
    used: string;
    revoke: string;
    revokeLabel: (place: string) => string;
  };
  onRevoke: (id: string) => Promise<void>;
}

const placeOf = ({ geoInfo }: ShownSession): string | undefined =>
  [geoInfo?.cityName, geoInfo?.countryCode].filter(Boolean).join(', ') || undefined;

export const SessionList = ({ sessions, words, onRevoke }: SessionListProps) => (
  <ul className="divide-y divide-line">
    {sessions.map((session) => {
      const place = placeOf(session) ?? session.geoInfo?.ip ?? words.unknownPlace;
      return (
        <li key={session.id} className="flex min-h-15 items-center gap-3 px-5 py-2.5 text-sm">
          <Monitor className="size-4 shrink-0 text-subtle" aria-hidden="true" />
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-2 font-medium text-fg">
              {place}
              {session.isCurrentSession && <Badge tone="accent">{words.current}</Badge>}
              {session.isImpersonation && words.impersonation && (
                <Badge tone="warn">{words.impersonation}</Badge>
              )}
            </p>
            <p className="flex flex-wrap gap-x-3 text-xs text-subtle">
              {placeOf(session) && session.geoInfo?.ip && (
                <span className="font-mono">{session.geoInfo.ip}</span>
              )}
              <Moment label={words.started} at={session.createdAt} />
              {session.lastUsedAt && <Moment label={words.used} at={session.lastUsedAt} />}
            </p>
          </div>
          {!session.isCurrentSession && (
            <Button aria-label={words.revokeLabel(place)} onClick={() => void onRevoke(session.id)}>
              {words.revoke}
            </Button>
          )}
        </li>
      );
    })}
  </ul>
);

const Moment = ({ label, at }: { label: ReactNode; at: Date }) => (
  <span>
    {label} <RelativeTime at={at} />
  </span>
);
