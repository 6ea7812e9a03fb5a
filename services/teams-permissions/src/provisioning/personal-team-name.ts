interface Named {
  display_name?: string;
  primary_email?: string;
}

/** What a personal team is called while nothing is known about its user. */
export const UNNAMED = 'Personal Team';

/** The name of the team a user gets on sign-up. */
export const personalTeamName = ({ display_name, primary_email }: Named): string => {
  const owner = display_name || primary_email;
  return owner ? `${owner}'s Team` : UNNAMED;
};
