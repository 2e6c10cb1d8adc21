import { t } from '@lingui/core/macro';
import {
  Anchor,
  Badge,
  createTheme,
  Drawer,
  InputWrapper,
  Menu,
  Modal,
  PasswordInput,
  Popover,
  Tooltip,
} from '@mantine/core';
import { DECIMAL_SEPARATOR } from '../locales/separators.ts';
import { accentShades, amber, dark, green } from './colours.ts';

/** Keeps the page visible behind a dialog, also behind two of them. */
const VEIL = { backgroundOpacity: 0.35 };
const CLOSE = { 'aria-label': t`Close` };
/** The list of options scrolls itself: an inner scroll region would need keyboard focus. */
const OPTIONS = {
  defaultProps: { withScrollArea: false },
  styles: { options: { maxHeight: 220, overflowY: 'auto' } },
} as const;
const DIALOG_TITLE = { fontSize: '1rem', fontWeight: 600, lineHeight: '1.5rem' };

/** Uses a single accent and radius, and borders instead of shadows. Every pair of colours for text meets WCAG AA. */
export const theme = createTheme({
  colors: { brand: accentShades, green, amber, dark },
  primaryColor: 'brand',
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  luminanceThreshold: 0.25,
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace",
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.75rem' },
      h2: { fontSize: '1rem', lineHeight: '1.5rem' },
      h3: { fontSize: '0.875rem', lineHeight: '1.25rem' },
    },
  },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '8px', xl: '8px' },
  defaultRadius: 'md',
  shadows: { xs: 'none', sm: 'none', md: 'none', lg: 'none', xl: 'none' },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Anchor: Anchor.extend({ defaultProps: { underline: 'hover' } }),
    // Not `Select.extend`: the first page needs neither, and would load both.
    Autocomplete: OPTIONS,
    Badge: Badge.extend({
      defaultProps: { variant: 'light', radius: 'xs' },
      styles: { root: { flexShrink: 0 }, label: { textTransform: 'none' } },
    }),
    Drawer: Drawer.extend({
      defaultProps: {
        position: 'right',
        size: 'md',
        transitionProps: { duration: 120 },
        overlayProps: VEIL,
        closeButtonProps: CLOSE,
      },
      styles: { title: DIALOG_TITLE },
    }),
    InputWrapper: InputWrapper.extend({ styles: { label: { marginBottom: 4 } } }),
    Menu: Menu.extend({
      defaultProps: { withinPortal: true, position: 'bottom-end', transitionProps: { duration: 80 } },
    }),
    Modal: Modal.extend({
      defaultProps: { centered: true, transitionProps: { duration: 120 }, overlayProps: VEIL, closeButtonProps: CLOSE },
      styles: { title: DIALOG_TITLE },
    }),
    NumberInput: { defaultProps: { decimalSeparator: DECIMAL_SEPARATOR } },
    PasswordInput: PasswordInput.extend({
      // Avoids the word "password": a search for the field's label must not match this button.
      defaultProps: { visibilityToggleButtonProps: { 'aria-label': t`Show what is typed` } },
    }),
    Popover: Popover.extend({ defaultProps: { withinPortal: true, transitionProps: { duration: 80 } } }),
    // Its choices take a second line on a narrow window.
    SegmentedControl: { styles: { root: { maxWidth: '100%', flexWrap: 'wrap' } } },
    Select: OPTIONS,
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 300, events: { hover: true, focus: true, touch: true } } }),
  },
});
