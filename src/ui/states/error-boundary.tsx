import { Component, type ReactNode } from 'react';
import { ScreenFailure } from './screen-failure.tsx';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Shown instead of the part that failed; by default the failure and what to do. */
  fallback?: ReactNode;
}

/** Limits a render error to its part of the page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    return this.props.fallback ?? <ScreenFailure error={this.state.error} />;
  }
}
