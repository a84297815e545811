"""Figures with their targets."""


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


class Report:
    def __init__(self):
        self.missed = []
        print(f"{'':34} {'floor':>10} {'ours':>10} {'ratio':>7}  target")

    def line(self, name, floor, ours, unit, limit=None, least=None, absolute=None, scale=1.0):
        """`limit` and `least` are ratios to the baseline, `absolute` is a maximum in the unit."""
        ratio = ours / floor if floor else None
        target, good = "", True
        if limit is not None and ratio is not None:
            target, good = f"≤ {limit:g}×", ratio <= limit
        if least is not None and ratio is not None:
            target, good = f"≥ {least:g}×", ratio >= least
        if absolute is not None:
            target, good = f"≤ {absolute:g} {unit}".replace("≤ 0 ", "0 "), ours * scale <= absolute
        if not good:
            self.missed.append(name)
        shown = f"{ratio:6.2f}×" if ratio is not None else "      –"
        mark = "" if good else "  not reached"
        print(f"{name:34} {self.number(floor, scale, unit):>10} "
              f"{self.number(ours, scale, unit):>10} {shown}  {target}{mark}")

    @staticmethod
    def number(value, scale, unit):
        return "–" if value is None else f"{value * scale:.4g} {unit}"
