use super::*;

fn sample(side: usize, round: usize, values: &[f64]) -> Sample {
    Sample {
        part: "page".to_owned(),
        input: "jp 1000".to_owned(),
        figure: "first byte".to_owned(),
        unit: "ms".to_owned(),
        side,
        round,
        values: values.iter().copied().map(Some).collect(),
    }
}

fn figures(samples: &[Sample]) -> Figures {
    let mut figures = Figures::default();
    for sample in samples {
        figures.add(sample.clone());
    }
    figures
}

fn check(values: &[f64], median: f64, p10: f64, p90: f64) {
    let found = Spread::of(values.to_vec()).unwrap();
    let expected = Spread {
        n: values.len(),
        median,
        p10,
        p90,
    };
    assert_eq!(found, expected);
}

#[test]
fn medians_and_spreads() {
    check(&[3.0], 3.0, 3.0, 3.0);
    check(&[4.0, 2.0], 4.0, 2.0, 4.0);
    check(
        &[11.0, 1.0, 10.0, 2.0, 9.0, 3.0, 8.0, 4.0, 7.0, 5.0, 6.0],
        6.0,
        2.0,
        10.0,
    );
    assert_eq!(Spread::of(Vec::new()), None);
}

#[test]
fn values_of_one_figure_come_together_and_others_stay_apart() {
    let mut other = sample(0, 0, &[7.0]);
    other.figure = "last byte".to_owned();
    let all = figures(&[
        sample(0, 0, &[1.0]),
        other,
        sample(0, 0, &[2.0]),
        sample(0, 1, &[3.0]),
    ]);
    assert_eq!(all.all().len(), 2);
    let first = all.all()[0].spread(0).unwrap();
    assert_eq!(Some(first), Spread::of(vec![1.0, 2.0, 3.0]));
    assert_eq!(all.all()[0].spread(1), None);
    assert_eq!(all.all()[0].ratio(), None);
}

#[test]
fn a_ratio_is_of_rounds_that_followed_each_other() {
    // The machine is three times slower in the second round, for both.
    let all = figures(&[
        sample(0, 0, &[10.0]),
        sample(1, 0, &[20.0]),
        sample(0, 1, &[30.0]),
        sample(1, 1, &[60.0]),
    ]);
    let ratio = all.all()[0].ratio().unwrap();
    assert_eq!(Some(ratio), Spread::of(vec![0.5, 0.5]));
}

#[test]
fn nothing_is_no_part_of_nothing() {
    let all = figures(&[sample(0, 0, &[0.0]), sample(1, 0, &[0.0])]);
    assert_eq!(all.all()[0].ratio(), None);
    let nothing = Spread::of(vec![0.0]);
    assert_eq!(all.all()[0].spread(1), nothing);
}

#[test]
fn what_is_no_number_is_left_out() {
    let mut missing = sample(0, 0, &[]);
    missing.values = vec![None, Some(2.0)];
    assert_eq!(figures(&[missing]).all()[0].spread(0).unwrap().n, 1);
}
