/** Reads generated messages whose metadata is nested as deeply as callers may nest it. */
import { BinaryReader } from '@bufbuild/protobuf/wire';

/** A level of JSON is three messages (`Value`, `Struct`, its entry); the gateway takes 500 levels. */
const EXTRA_DEPTH = 3 * 500 + 100;

/**
 * Generated code counts nested messages on the reader and gives up at 100, which is about 33 levels
 * of metadata. The count starts lower for messages of our own making, which were bounded at the border.
 */
export const messageReader = (bytes: Uint8Array): BinaryReader =>
  Object.assign(new BinaryReader(bytes), { __tsProtoDecodeDepth: -EXTRA_DEPTH });
