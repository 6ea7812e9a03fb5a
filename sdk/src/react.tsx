/** The client kit with hooks and components. Everything of `@portico/sdk` is here too. */
import './react/hook-runtime.ts';

export * from './js.ts';
export { PorticoProvider, usePorticoApp } from './react/provider.tsx';
export { useUser } from './react/use-user.ts';
export { useTranslation } from './react/translation.tsx';
export { PorticoTheme } from './react/theme/theme.tsx';
export { PorticoHandler } from './react/handler/handler.tsx';
export { AuthPage } from './react/auth-page/auth-page.tsx';
export { CredentialSignIn } from './react/auth-page/credential-sign-in.tsx';
export { CredentialSignUp } from './react/auth-page/credential-sign-up.tsx';
export { SignIn } from './react/auth-page/sign-in.tsx';
export { SignUp } from './react/auth-page/sign-up.tsx';
export { MagicLinkSignIn } from './react/auth-page/magic-link-sign-in.tsx';
export { AccountSettings } from './react/account/account-settings.tsx';
export { OAuthButton } from './react/oauth/oauth-button.tsx';
export { OAuthButtonGroup } from './react/oauth/oauth-button-group.tsx';
export { CliAuthConfirmation } from './react/pages/cli-auth-confirmation.tsx';
export { ForgotPassword } from './react/pages/forgot-password.tsx';
export { PasswordReset } from './react/pages/password-reset.tsx';
export { EmailVerification } from './react/pages/email-verification.tsx';
export { MessageCard } from './react/message-card.tsx';
export { UserAvatar } from './react/user/user-avatar.tsx';
export { UserButton } from './react/user/user-button.tsx';

export type { PorticoProviderProps, UsePorticoAppOptions } from './react/provider.tsx';
export type { PorticoHandlerProps } from './react/handler/handler.tsx';
export type { AccountSettingsItem, AccountSettingsProps } from './react/account/account-settings.tsx';
export type { OAuthButtonProps } from './react/oauth/oauth-button.tsx';
export type { OAuthButtonGroupProps } from './react/oauth/oauth-button-group.tsx';
export type { AuthPageProps } from './react/auth-page/auth-page.tsx';
export type { MessageCardProps } from './react/message-card.tsx';
export type { Theme, ThemeColors } from './react/theme/tokens.ts';
export type { PorticoThemeProps } from './react/theme/theme.tsx';
export type { UserAvatarProps } from './react/user/user-avatar.tsx';
export type { UserButtonProps } from './react/user/user-button.tsx';
export type { Locale } from './react/locales/locale.ts';
