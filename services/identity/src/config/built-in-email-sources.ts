/** TSX sources of the built-in themes and templates, as text: the email service compiles them. */

export interface ThemeColours {
  /** Tailwind classes. */
  page: string;
  card: string;
  footer: string;
}

export const themeSource = ({ page, card, footer }: ThemeColours): string => `\
import { Body, Container, Head, Html, Link, Tailwind, Text } from '@react-email/components';
import type { ThemeProps } from '@portico/emails';

export function EmailTheme({ children, unsubscribeLink }: ThemeProps) {
  return (
    <Html>
      <Head />
      <Tailwind>
        <Body className="${page} font-sans">
          <Container className="${card} mx-auto my-8 max-w-xl rounded-lg p-8">{children}</Container>
          {unsubscribeLink && (
            <Text className="${footer} mx-auto max-w-xl px-8 text-xs">
              No longer want these emails? <Link href={unsubscribeLink}>Unsubscribe</Link>
            </Text>
          )}
        </Body>
      </Tailwind>
    </Html>
  );
}

EmailTheme.PreviewProps = { unsubscribeLink: 'https://example.com/unsubscribe' } satisfies Partial<ThemeProps>;
`;

export interface CallToAction {
  /** Name of the variable that holds the link. */
  link: string;
  /** Further variables with their preview values. */
  variables?: Readonly<Record<string, string>>;
  /** JavaScript expressions over \`project\`, \`user\` and \`variables\`. */
  subject: string;
  heading: string;
  text: string;
  /** Plain text. */
  button: string;
}

const opening = (variables: readonly string[], components: string): string => `\
import { ${components} } from '@react-email/components';
import { NotificationCategory, Subject, type Props } from '@portico/emails';
import { type } from 'arktype';

export const variablesSchema = type({
${variables.map((name) => `  ${name}: 'string',`).join('\n')}
});

export function EmailTemplate({ user, project, variables }: Props<typeof variablesSchema.infer>) {`;

const GREETING = `\
      <Text>{user.displayName ? \`Hi \${user.displayName},\` : 'Hi,'}</Text>`;

const CLOSING = `\
      <Hr />
      <Text className="text-xs">If you did not expect this email, you can safely ignore it.</Text>`;

const previews = (values: Readonly<Record<string, string>>): string => `\
EmailTemplate.PreviewVariables = ${JSON.stringify(values, undefined, 2)} satisfies typeof variablesSchema.infer;
`;

export const callToActionTemplate = (template: CallToAction): string => {
  const variables = { ...template.variables, [template.link]: 'https://example.com/action?code=preview' };
  return `\
${opening(Object.keys(variables), 'Button, Heading, Hr, Section, Text')}
  return (
    <>
      <Subject value={${template.subject}} />
      <NotificationCategory value="Transactional" />
      <Heading as="h2">{${template.heading}}</Heading>
${GREETING}
      <Text>{${template.text}}</Text>
      <Section className="my-6 text-center">
        <Button href={variables.${template.link}} className="rounded-md bg-slate-900 px-5 py-3 text-white">
          ${template.button}
        </Button>
      </Section>
${CLOSING}
    </>
  );
}

${previews(variables)}`;
};

export const magicLinkTemplate = `\
${opening(['magicLink', 'otp'], 'Button, Heading, Hr, Section, Text')}
  return (
    <>
      <Subject value={\`Sign in to \${project.displayName}: \${variables.otp} is your code\`} />
      <NotificationCategory value="Transactional" />
      <Heading as="h2">{\`Sign in to \${project.displayName}\`}</Heading>
${GREETING}
      <Text>This is your one-time code:</Text>
      <Text className="font-mono text-2xl tracking-widest">{variables.otp}</Text>
      <Section className="my-6 text-center">
        <Button href={variables.magicLink} className="rounded-md bg-slate-900 px-5 py-3 text-white">
          Sign in
        </Button>
      </Section>
${CLOSING}
    </>
  );
}

${previews({ magicLink: 'https://example.com/sign-in?code=preview', otp: '3SLSWZ' })}`;
