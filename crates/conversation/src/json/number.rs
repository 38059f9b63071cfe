//! Numbers: integers as they are, and others as the nearest double, without tables of powers.

use serde_json::Number;
use std::cmp::Ordering;

/// The number that a word is in JSON.
pub(super) fn number(word: &str) -> Option<Number> {
    let unsigned = word.strip_prefix('-').unwrap_or(word);
    let (mantissa, power) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    let power_digits = power.strip_prefix(['+', '-']).unwrap_or(power);
    let is_number = [whole, fraction, power_digits].into_iter().all(is_digits)
        && (whole == "0" || !whole.starts_with('0'));
    if !is_number {
        return None;
    }
    // Zero with a sign is none of the integers.
    if whole == unsigned && word != "-0" {
        if let Ok(number) = word.parse::<u64>() {
            return Some(number.into());
        }
        if let Ok(number) = word.parse::<i64>() {
            return Some(number.into());
        }
    }
    // A power that fits nowhere is as good as any that is far away.
    let far = if power.starts_with('-') { -FAR } else { FAR };
    let power = power
        .parse()
        .map_or(far, |power: i32| power.clamp(-FAR, FAR));
    let double = nearest(whole, fraction, power);
    Number::from_f64(if word == unsigned { double } else { -double })
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Far outside of what doubles reach, whatever the digits of a text that fits into memory.
const FAR: i32 = 1_500_000_000;
/// More digits are never needed to find the nearest double, but for whether any of them is not zero.
const MOST_DIGITS: usize = 800;

/// The double nearest to `whole.fraction` times ten to the `power`, the even one of two.
fn nearest(whole: &str, fraction: &str, power: i32) -> f64 {
    let digits = whole
        .bytes()
        .chain(fraction.bytes())
        .map(|byte| byte - b'0');
    let digits: Vec<u8> = digits.skip_while(|digit| *digit == 0).collect();
    let (kept, dropped) = digits.split_at(digits.len().min(MOST_DIGITS));
    let count = |n: usize| i32::try_from(n).unwrap_or(FAR);
    let mut power = power - count(fraction.len()) + count(dropped.len());
    let magnitude = count(kept.len()) + power;
    if kept.is_empty() || magnitude < -330 {
        return 0.0;
    }
    if magnitude > 310 {
        return f64::INFINITY;
    }
    let (mut over, mut under) = (Natural(vec![]), Natural(vec![1]));
    for digit in kept {
        over.scale(10, (*digit).into());
    }
    if dropped.iter().any(|digit| *digit != 0) {
        over.scale(10, 1);
        power -= 1;
    }
    let scaled = if power > 0 { &mut over } else { &mut under };
    for _ in 0..power.unsigned_abs() {
        scaled.scale(10, 0);
    }
    quotient(over, under)
}

/// The double nearest to `over / under`, digit by digit.
fn quotient(mut over: Natural, mut under: Natural) -> f64 {
    // So that the quotient is at least 1 and below 2, times two to the `exponent`.
    let mut exponent: i32 = 0;
    while over.cmp(&under) == Ordering::Less {
        over.scale(2, 0);
        exponent -= 1;
    }
    loop {
        under.scale(2, 0);
        if over.cmp(&under) == Ordering::Less {
            break;
        }
        exponent += 1;
    }
    // From here on `under` is twice what it was, and each digit is found after a doubling.
    let n_bits = (exponent + 1075).min(53);
    if n_bits < 0 {
        return 0.0;
    }
    let mut bits: u64 = 0;
    for _ in 0..n_bits {
        over.scale(2, 0);
        bits *= 2;
        if over.cmp(&under) != Ordering::Less {
            over.subtract(&under);
            bits += 1;
        }
    }
    over.scale(2, 0);
    let rounds_up = match over.cmp(&under) {
        Ordering::Less => false,
        Ordering::Equal => bits % 2 == 1,
        Ordering::Greater => true,
    };
    bits += u64::from(rounds_up);
    // Below the smallest normal double there is no leading bit that goes without saying.
    let biased = u64::try_from(exponent + 1022).unwrap_or(0);
    if biased > 2045 {
        return f64::INFINITY;
    }
    f64::from_bits((biased << 52) + bits)
}

/// A number of any size, the lowest digit first, without leading zeros.
struct Natural(Vec<u32>);

impl Natural {
    /// Makes it `factor` times what it is, and `more`.
    fn scale(&mut self, factor: u32, more: u32) {
        let mut carry = u64::from(more);
        for digit in &mut self.0 {
            carry += u64::from(*digit) * u64::from(factor);
            *digit = low(carry);
            carry >>= 32;
        }
        if carry > 0 {
            self.0.push(low(carry));
        }
    }

    /// Takes away what is not more than it.
    fn subtract(&mut self, other: &Self) {
        let mut borrow = 0;
        let others = other.0.iter().chain(std::iter::repeat(&0));
        for (digit, other) in self.0.iter_mut().zip(others) {
            let taken = u64::from(*other) + borrow;
            borrow = u64::from(taken > u64::from(*digit));
            *digit = low(u64::from(*digit).wrapping_sub(taken));
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    fn cmp(&self, other: &Self) -> Ordering {
        let lengths = self.0.len().cmp(&other.0.len());
        lengths.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the lower half is what is meant"
)]
fn low(wide: u64) -> u32 {
    wide as u32
}
