import type { ReactElement } from 'react';

const icon = (paths: readonly string[]) => {
  const Icon = ({ size = 16 }: { size?: number }): ReactElement => (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {paths.map((d) => (
        <path key={d} d={d} />
      ))}
    </svg>
  );
  return Icon;
};

export const EyeIcon = icon([
  'M2 12s3.5-6.5 10-6.5S22 12 22 12s-3.5 6.5-10 6.5S2 12 2 12',
  'M12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5',
]);
export const EyeOffIcon = icon([
  'M4 4l16 16',
  'M9.5 5.8A10 10 0 0 1 12 5.5c6.5 0 10 6.5 10 6.5a17 17 0 0 1-3 3.7',
  'M6 7.5A16 16 0 0 0 2 12s3.5 6.5 10 6.5a10 10 0 0 0 4-.8',
]);
export const PersonIcon = icon(['M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8', 'M4.5 20.5a7.5 7.5 0 0 1 15 0']);
export const SettingsIcon = icon([
  'M4 7h9',
  'M17 7h3',
  'M15 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
  'M4 17h3',
  'M11 17h9',
  'M9 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
]);
export const SignOutIcon = icon(['M9 4H5v16h4', 'M14 8l4 4-4 4', 'M18 12H9']);
export const SignInIcon = icon(['M15 4h4v16h-4', 'M10 8l4 4-4 4', 'M14 12H4']);
export const SignUpIcon = icon([
  'M10 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8',
  'M3 20.5a7 7 0 0 1 11-5.7',
  'M18 14v6',
  'M15 17h6',
]);
export const ThemeIcon = icon([
  'M12 3v2',
  'M12 19v2',
  'M3 12h2',
  'M19 12h2',
  'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8',
]);
export const PasskeyIcon = icon([
  'M9.5 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8',
  'M2.5 20.5a7 7 0 0 1 9.5-6.5',
  'M17.5 15.5a3 3 0 1 0-2 0v3l1 1-1 1 1 1.5',
]);
export const MailIcon = icon(['M3.5 5.5h17v13h-17z', 'm4 6.5 8 6 8-6']);
export const ShieldIcon = icon(['M12 3l7 3v5.5c0 4.5-3 7.5-7 9.5-4-2-7-5-7-9.5V6z', 'm9 12 2 2 4-4']);
export const DevicesIcon = icon(['M3 5h13v10H3z', 'M7 19h5', 'M18 9h3v10h-4v-4']);
export const BackIcon = icon(['M15 5l-7 7 7 7']);
export const BellIcon = icon(['M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15z', 'M10 21h4']);
export const KeyIcon = icon(['M14.5 13.5a4 4 0 1 0-4-4L4 16v4h4l.5-2h2v-2h1.5z']);
export const PlusIcon = icon(['M12 5v14', 'M5 12h14']);
