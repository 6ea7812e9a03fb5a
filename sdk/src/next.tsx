export * from './react.tsx';
