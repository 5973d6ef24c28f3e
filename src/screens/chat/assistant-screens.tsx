import { Assistant } from './assistant.tsx';

/** The four chats with the assistant: one component, with a type, welcome text and starter questions for each. */

export function GeneralChatScreen() {
  return <Assistant key={1} chatType={1} />;
}

export function SupplierChatScreen() {
  return <Assistant key={2} chatType={2} />;
}

export function SpecChatScreen() {
  return <Assistant key={3} chatType={3} />;
}

export function BenchmarkChatScreen() {
  return <Assistant key={4} chatType={4} />;
}
