import type { Team } from '../teams/team.ts';
import type { Json } from '../wire/case.ts';
import { snakeize } from '../wire/case.ts';
import type { UserScope } from './user-scope.ts';

/** What a user may change about itself. */
export interface UserUpdateOptions {
  displayName?: string | null;
  clientMetadata?: Json;
  selectedTeamId?: string | null;
  /** Turns the second factor on, or off with null. */
  totpMultiFactorSecret?: Uint8Array | null;
  /** An https address, or a data URL of an image of at most 100 KB. */
  profileImageUrl?: string | null;
  otpAuthEnabled?: boolean;
  passkeyAuthEnabled?: boolean;
}

/** Changes to one's own account. Each resolves after watching components have rendered the change. */
export interface Profile<Options = UserUpdateOptions> {
  update(options: Options): Promise<void>;
  setDisplayName(displayName: string | null): Promise<void>;
  setClientMetadata(clientMetadata: Json): Promise<void>;
  setSelectedTeam(team: Pick<Team, 'id'> | null): Promise<void>;
  delete(): Promise<void>;
}

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** The body of a PATCH. The secret travels as base64; everything else only changes its case. */
export const userPatch = ({ totpMultiFactorSecret: secret, ...rest }: UserUpdateOptions): unknown => ({
  ...(snakeize(rest) as object),
  ...(secret !== undefined && { totp_secret_base64: secret && toBase64(secret) }),
});

export const profile = <Options extends UserUpdateOptions>(scope: UserScope): Profile<Options> => {
  const url = `/users/${scope.ref}`;
  const update = async (options: UserUpdateOptions): Promise<void> => {
    await scope.send(url, { method: 'PATCH', body: userPatch(options) });
    await scope.refreshUser();
  };
  return {
    update,
    setDisplayName: (displayName) => update({ displayName }),
    setClientMetadata: (clientMetadata) => update({ clientMetadata }),
    setSelectedTeam: (team) => update({ selectedTeamId: team?.id ?? null }),
    delete: async () => {
      await scope.send(url, { method: 'DELETE' });
      scope.ownSession?.markInvalid();
      await scope.refreshUser();
    },
  };
};
