import { checkedText } from './fields.ts';

/** The address grammar of HTML's `<input type=email>`; a domain without a dot passes. */
const HTML_EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

const isEmail = (text: string): boolean => text === '' || HTML_EMAIL.test(text);

const isStrictEmail = (text: string): boolean => {
  if (text.length > 256 || !HTML_EMAIL.test(text)) return false;
  const [local = '', domain = ''] = text.split('@');
  const labels = domain.split('.');
  return (
    local.split('.').every((part) => part !== '') && labels.length > 1 && (labels.at(-1) ?? '').length >= 2
  );
};

const SENTENCE = 'must be a valid email';

/** Any address of the HTML grammar. `""` passes, as it does for every text. */
export const email = () => checkedText(isEmail, SENTENCE);
export const nonEmptyEmail = () => checkedText(isEmail, SENTENCE, { min: 1 });

/** An address that mail on the internet can reach. */
export const strictEmail = () => checkedText(isStrictEmail, SENTENCE);
