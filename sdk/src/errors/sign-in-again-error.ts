/** The answer has no code, only this sentence. */
const sentence = /^"?Sign in again first\b/;

/** The project asks for a recent sign-in before users change how they sign in. Sign in again, then repeat the change. */
export class SignInAgainError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SignInAgainError';
  }

  static isAnswer(status: number, text: string): boolean {
    return status === 403 && sentence.test(text);
  }
}
