import { Component, type ReactNode } from 'react';
import { ScreenFailure } from './screen-failure.tsx';

/** Limits a render error to its part of the page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    return this.state.error === undefined ? this.props.children : <ScreenFailure error={this.state.error} />;
  }
}
