/** Languages the pages speak. Regional names fall back to their language. */
export type Locale =
  | 'de-DE'
  | 'en-US'
  | 'es-419'
  | 'es-ES'
  | 'fr-CA'
  | 'fr-FR'
  | 'it-IT'
  | 'ja-JP'
  | 'ko-KR'
  | 'pt-BR'
  | 'pt-PT'
  | 'zh-CN'
  | 'zh-TW';
